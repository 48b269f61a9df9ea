# The archive of `npm run package` on Node 24: docker build -t security-dashboards .
#   docker run -p 5601:5601 -v sd-data:/data -e SECURITY_INITIAL_ADMIN_PASSWORD=... security-dashboards
# Any key of the configuration is a variable (SD_SERVER_BASEPATH=/dash) or an argument
# (--server.basePath=/dash).

# The index of all platforms, so that the same text builds on each; renew both lines together:
# docker buildx imagetools inspect node:24-bookworm-slim
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm run package \
 && mkdir /product \
 && tar -xzf dist/security-dashboards-*.tar.gz -C /product --strip-components=1

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
LABEL org.opencontainers.image.title="Security Dashboards" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    SD_SERVER_HOST=0.0.0.0 \
    SD_PATH_DATA=/data \
    SD_LOGGING_JSON=true
COPY --from=build /product /opt/security-dashboards
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 5601
# With TLS or another port: -e HEALTHCHECK_URL=https://127.0.0.1:5601/
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "/opt/security-dashboards/bin/healthcheck", "--ready"]
STOPSIGNAL SIGTERM
# The options of Node keep memory low (docs/guide/operate.md#sizing).
ENTRYPOINT ["node", "--max-semi-space-size=8", "--heap-growing-percent=100", "/opt/security-dashboards/bin/security-dashboards"]

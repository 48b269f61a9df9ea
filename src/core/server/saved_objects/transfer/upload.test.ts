import { SAVED_OBJECTS_LIMITS } from '../../../common';
import { readUpload } from './upload';

const TYPE = 'multipart/form-data; boundary=x';
const part = (header: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`;

describe('readUpload', () => {
  it('uses the first file and the retries of a form, whatever the parts are called', async () => {
    const form =
      part('name="file"; filename="a \\"b\\" ü.NDJSON"', '{"ü":"--x"}\r\n-- x\r\n') +
      part('name="file"; filename="b.exe"', 'second') +
      part('name="retries"', '[]') +
      part('name="__proto__"', 'x') +
      '--x--\r\n';
    await expect(readUpload(Buffer.from(form), TYPE)).resolves.toEqual({
      file: Buffer.from('{"ü":"--x"}\r\n-- x\r\n'),
      retries: '[]',
    });
  });

  it('returns the file as bytes, because decoding it would block other requests', async () => {
    const body = Buffer.from('{"ü":1}');
    expect((await readUpload(body, 'application/ndjson')).file).toBe(body);
    await expect(readUpload('{"ü":1}', 'application/ndjson')).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it.each([
    [part('name="file"; filename="a.exe"', 'x'), 'Invalid file extension .exe'],
    [part('name="other"', 'x'), '[request body.file]: expected value of type [file]'],
    [
      part('name="other"', 'x').repeat(SAVED_OBJECTS_LIMITS.uploadParts + 1),
      `must not have more than ${SAVED_OBJECTS_LIMITS.uploadParts} parts`,
    ],
  ])('rejects %.60j', async (form, message) => {
    await expect(readUpload(Buffer.from(`${form}--x--`), TYPE)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(message),
    });
  });

  it('rejects a truncated form, and one without a boundary', async () => {
    await expect(
      readUpload(Buffer.from(part('name="file"', 'x').slice(0, -2)), TYPE)
    ).rejects.toThrow('the form ends before its last part');
    await expect(readUpload(Buffer.from('x'), 'multipart/form-data')).rejects.toThrow(
      'no boundary'
    );
  });
});

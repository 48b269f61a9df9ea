/** Times of day in the time zone of the configuration, also across changes of summer time. */
export interface LocalTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
}

/** @returns a function of epoch milliseconds */
export function localClock(timeZone: string): (atMs: number) => LocalTime {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (atMs) => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
    return {
      date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
      time: `${parts.get('hour')}:${parts.get('minute')}`,
    };
  };
}

/** Whether a time is in a span that may pass midnight; `to` does not belong to it. */
export function isWithin(time: string, from: string, to: string): boolean {
  return from < to ? from <= time && time < to : from <= time || time < to;
}

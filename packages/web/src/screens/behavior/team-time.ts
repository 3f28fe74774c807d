/** Formats instants in the time zone of an environment's team, not of the viewer. */
export function momentIn(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    timeZone,
  })
  return `${format.format(new Date(instant))} (${timeZone})`
}

/** The value of a `datetime-local` input, in the viewer's time zone. */
export function toBox(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** Undefined while the input is empty or incomplete. */
export function fromBox(text: string): string | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

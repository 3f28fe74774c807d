/** Instants on the clock of an environment's team, whoever looks at them. */
export function momentIn(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    timeZone,
  })
  return `${format.format(new Date(instant))} (${timeZone})`
}

/** What a `datetime-local` box holds is the time of who types it. */
export function toBox(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** Undefined while the box is empty or half filled. */
export function fromBox(text: string): string | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

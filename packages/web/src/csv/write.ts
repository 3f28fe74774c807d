/** A table as CSV (RFC 4180): commas, quotes where needed, CRLF. Figures go out with every digit they have. */
export function writeCsv(head: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** A text that a spreadsheet would run as a formula gets an apostrophe; a number, also a negative one, stays a number. */
function cell(value: string | null): string {
  if (value === null) return ''
  const safe =
    /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r]/u.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value)
      ? `'${value}`
      : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

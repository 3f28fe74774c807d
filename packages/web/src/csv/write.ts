/** Writes a table as CSV (RFC 4180): commas, quotes where needed, CRLF. Figures keep every digit. */
export function writeCsv(head: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe. Numbers stay numbers. */
function cell(value: string | null): string {
  if (value === null) return ''
  const safe =
    /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r]/u.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value)
      ? `'${value}`
      : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

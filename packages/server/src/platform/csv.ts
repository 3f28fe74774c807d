/** CSV that a spreadsheet opens without running anything: the only way a table leaves the server as text. */

/** A cell a spreadsheet would take for a formula, and that is no plain number, is led by an apostrophe. */
function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe =
    /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r]/u.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line, its end included: RFC 4180 wants CRLF. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

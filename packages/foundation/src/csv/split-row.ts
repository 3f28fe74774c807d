/** Splits one row of CSV into its cells. */
export type Separator = ',' | ';' | '\t'

export interface SplitRow {
  cells: string[]
  /**
   * Why the cells may be split in the wrong place. `misplaced_quote`: a mark inside an unquoted cell, or text behind a
   * closing mark; both stay in the cell as written. `quote_not_closed`: the text ended first.
   */
  problem?: 'misplaced_quote' | 'quote_not_closed'
}

/** The cells of a row that has no line break outside quotation marks. With `trim`, without white space around them. */
export function splitRow(text: string, separator: Separator, trim = false): SplitRow {
  const cells: string[] = []
  let problem: SplitRow['problem']
  for (let position = 0; ; ) {
    const start = trim ? skipSpace(text, position, separator) : position
    const isQuoted = text[start] === '"'
    const close = isQuoted ? closingQuote(text, start) : start - 1
    if (close === -2) {
      cells.push(text.slice(start + 1).replaceAll('""', '"'))
      return { cells, problem: 'quote_not_closed' }
    }
    const end = endOfCell(text, close + 1, separator)
    const outside = text.slice(isQuoted ? close + 1 : position, end)
    const plain = trim ? outside.trim() : outside
    if (isQuoted ? plain !== '' : plain.includes('"')) problem = 'misplaced_quote'
    cells.push(isQuoted ? text.slice(start + 1, close).replaceAll('""', '"') + plain : plain)
    if (end === text.length) return { cells, problem }
    position = end + 1
  }
}

/** Position of the mark that closes the one at `start`; -2 when there is none. */
function closingQuote(text: string, start: number): number {
  for (let position = start + 1; ; ) {
    const close = text.indexOf('"', position)
    if (close === -1) return -2
    if (text[close + 1] !== '"') return close
    position = close + 2
  }
}

function endOfCell(text: string, from: number, separator: Separator): number {
  const end = text.indexOf(separator, from)
  return end === -1 ? text.length : end
}

function skipSpace(text: string, from: number, separator: Separator): number {
  let position = from
  while (text[position] !== separator && (text[position] === ' ' || text[position] === '\t')) position += 1
  return position
}

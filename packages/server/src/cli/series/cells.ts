export type Separator = ',' | ';' | '\t'

/** A cell that may be quoted, after the start of the line or a separator. */
const quotedCells: Record<Separator, RegExp> = {
  ',': /(?:^|,)(?:\s*"((?:[^"]|"")*)"\s*|([^,]*))/g,
  ';': /(?:^|;)(?:\s*"((?:[^"]|"")*)"\s*|([^;]*))/g,
  '\t': /(?:^|\t)(?: *"((?:[^"]|"")*)" *|([^\t]*))/g,
}

/** The cells of one CSV line, trimmed; a quoted cell may hold separators and doubled quotes. */
export function cellsOf(line: string, separator: Separator = ','): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim())
  const cells: string[] = []
  for (const [, quoted, plain] of line.matchAll(quotedCells[separator])) {
    cells.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
  }
  return cells
}

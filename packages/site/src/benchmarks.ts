/** Figures out of docs/benchmarks.md: the site says what was measured, and a figure that is gone stops the build. */
import { readFileSync } from 'node:fs'

export interface Benchmarks {
  /** The cell in the row that begins with `row`, under the column that begins with `column`. */
  cell(section: string, row: string, column: string): string
  /** The first group of a pattern in a section's words. */
  words(section: string, pattern: RegExp): string
  /** The section as it stands, for a page that shows it whole. */
  section(name: string): string
  measuredOn(section: string): string
}

const document = new URL('../../../docs/benchmarks.md', import.meta.url)

export function readBenchmarks(text = readFileSync(document, 'utf8')): Benchmarks {
  const section = (name: string): string => {
    const found = new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)<!-- /${name} -->`).exec(text)?.[1]
    if (found === undefined) throw new Error(`docs/benchmarks.md has no section "${name}"; the site quotes it.`)
    return found
  }
  const words = (name: string, pattern: RegExp): string => {
    const found = pattern.exec(section(name))?.[1]
    if (found === undefined) throw new Error(`docs/benchmarks.md, "${name}", says nothing like ${pattern}.`)
    return found
  }
  return {
    section,
    words,
    cell(name, row, column) {
      const rows = section(name)
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map((line) =>
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim().replaceAll('**', '')),
        )
      const at = rows[0]?.findIndex((cell) => cell.startsWith(column)) ?? -1
      // Below the head and the line under it.
      const found = rows.slice(2).find(([first]) => first?.startsWith(row))?.[at]
      if (!found) throw new Error(`docs/benchmarks.md, "${name}", has no "${column}" of "${row}".`)
      return found
    },
    measuredOn: (name) => words(name, /Measured (\d{4}-\d\d-\d\d)/),
  }
}

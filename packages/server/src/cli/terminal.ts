/** Output of the command line: plain text, with color and progress bars only on a terminal. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** True on an interactive terminal. */
  live: boolean
  width: number
  style(kind: 'strong' | 'quiet' | 'good' | 'bad' | 'watch', text: string): string
}

const codes = { strong: [1, 22], quiet: [2, 22], good: [32, 39], bad: [31, 39], watch: [33, 39] } as const

export function openTerminal(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  const live = stdout.isTTY === true && env.TERM !== 'dumb'
  const color = live && env.NO_COLOR === undefined
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    live: stderr.isTTY === true && env.TERM !== 'dumb',
    width: Math.min(160, stdout.columns ?? 100),
    style(kind, text) {
      const [start, end] = codes[kind]
      return color ? `\u001b[${start}m${text}\u001b[${end}m` : text
    },
  }
}

export interface TextColumn {
  head: string
  align?: 'left' | 'right'
}

/** Formats an aligned table. Text cells are truncated when the terminal is narrow, figures never. */
export function textTable(columns: TextColumn[], rows: string[][], width: number): string {
  const natural = columns.map(({ head }, index) =>
    Math.max(head.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const widths = fitted(natural, columns, width - 2 * (columns.length - 1))
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => {
        const columnWidth = widths[index] ?? 0
        const visible = cell.length > columnWidth ? `${cell.slice(0, Math.max(0, columnWidth - 1))}…` : cell
        return columns[index]?.align === 'right' ? visible.padStart(columnWidth) : visible.padEnd(columnWidth)
      })
      .join('  ')
      .trimEnd()
  return [
    line(columns.map(({ head }) => head)),
    line(widths.map((columnWidth) => '-'.repeat(columnWidth))),
    ...rows.map(line),
  ].join('\n')
}

/** Narrows text columns to fit; right-aligned figures keep their width. */
function fitted(natural: number[], columns: TextColumn[], maxWidth: number): number[] {
  const widths = [...natural]
  let excess = widths.reduce((total, width) => total + width, 0) - maxWidth
  while (excess > 0) {
    const widest = widths.reduce(
      (bestIndex, width, index) =>
        columns[index]?.align !== 'right' && width > 12 && width > (widths[bestIndex] ?? 0) ? index : bestIndex,
      -1,
    )
    if (widest === -1) break
    const width = widths[widest] ?? 0
    const cut = Math.min(excess, Math.max(1, Math.floor(width / 4)))
    widths[widest] = width - cut
    excess -= cut
  }
  return widths
}

import type { Terminal } from '../terminal.ts'

interface HeardTerminal {
  terminal: Terminal
  /** What was said so far, on both outputs. */
  captured: { out: string; err: string }
  forget(): void
}

/** For tests: a terminal of that many columns that is no live one, without colors, and what a command says on it. */
export function heardTerminal(width: number): HeardTerminal {
  const captured = { out: '', err: '' }
  const terminal: Terminal = {
    out: (text) => {
      captured.out += text
    },
    err: (text) => {
      captured.err += text
    },
    live: false,
    width,
    style: (_kind, text) => text,
  }
  return { terminal, captured, forget: () => Object.assign(captured, { out: '', err: '' }) }
}

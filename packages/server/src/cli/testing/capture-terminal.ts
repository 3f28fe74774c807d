import type { Terminal } from '../terminal.ts'

interface CapturedTerminal {
  terminal: Terminal
  /** Everything printed so far, on both outputs. */
  captured: { out: string; err: string }
  forget(): void
}

/** For tests: a non-interactive terminal of that width, without colors, and what a command prints on it. */
export function captureTerminal(width: number): CapturedTerminal {
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

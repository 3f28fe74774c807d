/** Bound parameters: a value never becomes part of a statement's text. */
export interface Binder {
  /** Stores the value and returns the placeholder for it. */
  (value: unknown, type: string): string
  readonly values: Record<string, unknown>
}

export function createBinder(): Binder {
  const values: Record<string, unknown> = {}
  const bind = (value: unknown, type: string) => {
    const name = `p${Object.keys(values).length}`
    values[name] = value
    return `{${name}:${type}}`
  }
  return Object.assign(bind, { values })
}

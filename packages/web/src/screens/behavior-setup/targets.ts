/** "acme/api = i-0abc", a line each: what runs where, as people type it. */
export function writeTargets(targets: Readonly<Record<string, string>>): string {
  return Object.entries(targets)
    .map(([target, environment]) => `${target} = ${environment}`)
    .sort()
    .join('\n')
}

/** `wrong` is the first invalid line. */
export function readTargets(text: string): { targets: Record<string, string>; invalidLine: string | null } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const read = lines.map((line) => {
    const index = line.indexOf('=')
    return {
      line,
      target: line.slice(0, Math.max(index, 0)).trim(),
      environment: index < 0 ? '' : line.slice(index + 1).trim(),
    }
  })
  const invalidLine = read.find(({ target, environment }) => target === '' || environment === '')?.line ?? null
  return { targets: Object.fromEntries(read.map(({ target, environment }) => [target, environment])), invalidLine }
}

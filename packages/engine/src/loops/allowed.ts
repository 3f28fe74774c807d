import type { LoopEvaluation } from './evaluation.ts'

/** Whether a person has said that this resource may do this; `*` stands for any run of characters. */
export function isAllowed(allow: readonly string[], { resource, resourceIds, systems }: LoopEvaluation): boolean {
  if (allow.length === 0) return false
  const names = [resource.id, resource.name, ...resourceIds, ...systems]
  return allow.some((pattern) => names.some((name) => matches(pattern, name)))
}

/** By parts, without an expression that a hostile pattern could make slow. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*')
  if (parts.length === 1) return pattern === name
  const [head = '', ...remaining] = parts
  if (!name.startsWith(head)) return false
  let position = head.length
  const tail = remaining.pop() ?? ''
  for (const part of remaining) {
    const matchIndex = name.indexOf(part, position)
    if (matchIndex === -1) return false
    position = matchIndex + part.length
  }
  return name.length - tail.length >= position && name.endsWith(tail)
}

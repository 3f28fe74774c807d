/** Filters as texts, such as `provider=AWS`, `service!=Tax` or `resource~web`: for the command line and addresses. */

import { type Filter, type GroupKey, groupKeySchema } from './cost-query.ts'
import { dimensionNames } from './cube.ts'
import { keyFamilyNames } from './cube-keys.ts'
import { badInput } from './errors.ts'

/**
 * Filters of the same key and operator are merged: `provider=AWS` and `provider=Microsoft` match either. An empty value
 * after "=" matches lines without a value. Throws bad_input that names `where` the text was given.
 */
export function parseFilters(texts: readonly string[], where: string): Filter[] {
  const groups = Map.groupBy(
    texts.map((text) => parseFilter(text, where)),
    ({ dimension, op }) => `${op} ${dimension}`,
  )
  return [...groups.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, values: [...first.values, ...more.flatMap(({ values }) => values)] }] : [],
  )
}

/** Throws bad_input for an unknown dimension; `more` are other names that are allowed there. */
export function parseGroupKey(name: string, where: string, more: readonly string[] = []): GroupKey {
  const parsed = groupKeySchema.safeParse(name)
  if (parsed.success) return parsed.data
  throw badInput(
    `Unknown dimension "${name}" in ${where}. Use ${[...dimensionNames, ...more].join(', ')}, or ${keyFamilyNames.map((family) => `${family}:<key>`).join(', ')}.`,
  )
}

function parseFilter(text: string, where: string): Filter {
  const match = /^((?:[a-z_]+:)[^=~!]+?|[a-z_]+)(!=|=|~)(.*)$/s.exec(text)
  if (!match?.[1]) {
    throw badInput(`Invalid ${where} "${text}". Write it as provider=AWS, service!=Tax or resource~web.`)
  }
  const op = match[2] === '!=' ? 'is_not' : match[2] === '~' ? 'contains' : 'is'
  return { dimension: parseGroupKey(match[1], where), op, values: [match[3] ?? ''] }
}

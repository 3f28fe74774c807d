/** Parses the engine's type names. */

export interface SourceColumn {
  /** As in the file; members of a nested column as "service.id". A duplicate name gets a number. */
  name: string
  /** SQL for its raw value. */
  sql: string
  /** The engine's type: String for everything in a CSV. */
  type: string
}

export interface DescribedColumn {
  name: string
  type: string
}

/** Members of a tuple as columns of their own: "service.id". */
export function flattenType(name: string, sql: string, type: string): SourceColumn[] {
  const members = tupleMembers(type)
  if (!members) return [{ name, sql, type }]
  return members.flatMap((member) =>
    flattenType(
      `${name}.${member.name}`,
      `tupleElement(${sql}, '${member.name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}')`,
      member.type,
    ),
  )
}

/**
 * The types to read JSON with: every scalar as the text it is written in, so that amounts stay exact and unreadable
 * values can be rejected; lists and the named maps as JSON text, because their keys differ from row to row.
 */
export function jsonTypes(described: DescribedColumn[], asText: (name: string) => boolean): DescribedColumn[] {
  const text = 'Nullable(String)'
  const typeOf = (name: string, type: string): string => {
    const members = asText(name) ? undefined : tupleMembers(type)
    if (!members) return text
    return `Tuple(${members.map((member) => `${quoted(member.name)} ${typeOf(`${name}.${member.name}`, member.type)}`).join(', ')})`
  }
  return described.map(({ name, type }) => ({ name, type: typeOf(name, type) }))
}

/** Text columns with few distinct values are dictionary-encoded: expressions run once per value, not per row. */
export function wordTypes(
  described: DescribedColumn[],
  isLowCardinality: (name: string) => boolean,
): DescribedColumn[] {
  return described.map(({ name, type }) => ({
    name,
    type: isLowCardinality(name) && /^(?:Nullable\(String\)|String)$/.test(type) ? wordType : type,
  }))
}

export const wordType = 'LowCardinality(String)'

function tupleMembers(type: string): { name: string; type: string }[] | undefined {
  const inner = /^(?:Nullable\(Tuple\((.*)\)\)|Tuple\((.*)\))$/s.exec(type)
  const list = inner?.[1] ?? inner?.[2]
  if (list === undefined) return undefined
  return splitTypes(list).flatMap((part) => {
    const match = /^\s*(`(?:[^`\\]|\\.)*`|\w+)\s+(.*?)\s*$/s.exec(part)
    return match?.[1] && match[2] ? [{ name: unquoted(match[1]), type: match[2] }] : []
  })
}

function quoted(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}

function unquoted(name: string): string {
  return name.startsWith('`') ? name.slice(1, -1).replace(/\\(.)/g, '$1') : name
}

/** Splits "a String, b Tuple(c Int8, d Int8)" at its outer commas. */
function splitTypes(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '`') index = text.indexOf('`', index + 1)
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
    if (index < 0) break
  }
  return [...parts, text.slice(start)]
}

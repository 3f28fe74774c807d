/** Tag rules as SQL: maps without empty values, keys as written. */
import type { TagsRule } from '@kept/domain/mapping.ts'
import type { SourceColumn } from './column-types.ts'
import { asMap, asText, braced, emptyMap, mapOf } from './parse-sql.ts'
import type { RuleCompiler } from './rule-compiler.ts'
import { quote } from './source.ts'

export function tagsSql(compiler: RuleCompiler, rule: TagsRule): string {
  const { tags, find } = compiler
  switch (rule.from) {
    case 'json_object': {
      const jsonText = compiler.text(rule.text)
      return jsonText === "''" ? emptyMap : fromJson(jsonText)
    }
    case 'columns': {
      const pairs = compiler.columns.all
        .filter(({ name }) => name.startsWith(rule.prefix) && name.length > rule.prefix.length)
        .map(compiler.use)
      return mapOf(
        pairs.map((column) => [`${rule.before ?? ''}${column.name.slice(rule.prefix.length)}`, asText(column)]),
      )
    }
    case 'named': {
      const pairs = Object.entries(rule.columns).flatMap(([key, name]) => {
        const column = find(name)
        return column ? [[key, asText(column)] satisfies [string, string]] : []
      })
      return mapOf(pairs)
    }
    case 'map_column': {
      const column = find(rule.name)
      if (!column) return emptyMap
      return column.type.startsWith('Map(') ? fromMap(column) : fromJson(asText(column))
    }
    case 'key_value_list': {
      const column = find(rule.column)
      return column ? fromList(column) : emptyMap
    }
    case 'renamed': {
      const sourceTags = tags(rule.tags)
      if (sourceTags === emptyMap) return sourceTags
      const cases = Object.entries(rule.prefixes).map(
        ([from, to]) => `startsWith(k, ${quote(from)}), concat(${quote(to)}, substring(k, ${from.length + 1}))`,
      )
      return asMap(`mapApply((k, v) -> (multiIf(${cases.join(', ')}, toString(k)), v), ${sourceTags})`)
    }
    case 'merged': {
      const parts = rule.rules.map(tags).filter((sql) => sql !== emptyMap)
      return parts.length === 0 ? emptyMap : parts.reduce((merged, next) => `mapUpdate(${merged}, ${next})`)
    }
  }
}

/**
 * Values that are not text (numbers, true) become their JSON text. An object with only non-empty texts, as nearly every
 * one is, is parsed by the engine directly.
 */
function fromJson(jsonText: string): string {
  const pairs = `JSONExtractKeysAndValuesRaw(${braced(jsonText)})`
  const value = `if(startsWith(pair.2, '"'), JSONExtractString(pair.2), if(pair.2 = 'null', '', pair.2))`
  const generalMap = asMap(
    `mapFilter((k, v) -> v != '', mapFromArrays(arrayMap(pair -> pair.1, ${pairs}), arrayMap(pair -> ${value}, ${pairs})))`,
  )
  const isPlain = `match(${jsonText}, ${quote(objectOfTexts)})`
  return `multiIf(${jsonText} = '', ${emptyMap}, ${isPlain}, JSONExtract(${jsonText}, 'Map(LowCardinality(String), String)'), ${generalMap})`
}

const objectOfTexts = '^[{]\\s*(?:"[^"\\\\]*"\\s*:\\s*"[^"\\\\]+"\\s*,\\s*)*"[^"\\\\]*"\\s*:\\s*"[^"\\\\]+"\\s*[}]\\s*$'

function fromMap({ sql }: SourceColumn): string {
  return asMap(
    `mapFilter((k, v) -> v != '', mapFromArrays(arrayMap(k -> toString(k), mapKeys(${sql})), arrayMap(v -> ifNull(toString(v), ''), mapValues(${sql}))))`,
  )
}

function fromList({ sql, type, ...column }: SourceColumn): string {
  if (type.startsWith('Array')) {
    const element = (name: string) => `arrayMap(item -> ifNull(toString(tupleElement(item, '${name}')), ''), ${sql})`
    return asMap(`mapFilter((k, v) -> v != '', mapFromArrays(${element('key')}, ${element('value')}))`)
  }
  const listText = asText({ sql, type, ...column })
  const items = `JSONExtractArrayRaw(${listText})`
  const json = (name: string) => `arrayMap(item -> JSONExtractString(item, '${name}'), ${items})`
  // The Python notation that some exports use: 'key': 'a', or "a" when the text contains an apostrophe.
  const quotedText = `(?:'((?:[^'\\\\]|\\\\.)*)'|"((?:[^"\\\\]|\\\\.)*)")`
  const pairs = `extractAllGroupsVertical(${listText}, ${quote(`['"]key['"]\\s*:\\s*${quotedText}\\s*,\\s*['"]value['"]\\s*:\\s*${quotedText}`)})`
  const python = (group: number) => `arrayMap(pair -> concat(pair[${group}], pair[${group + 1}]), ${pairs})`
  const isJson = `startsWith(${listText}, '[{"')`
  return asMap(
    `mapFilter((k, v) -> v != '', if(${isJson}, mapFromArrays(${json('key')}, ${json('value')}), mapFromArrays(${python(1)}, ${python(3)})))`,
  )
}

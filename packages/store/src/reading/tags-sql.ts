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
      const written = compiler.text(rule.text)
      return written === "''" ? emptyMap : fromJson(written)
    }
    case 'columns': {
      const pairs = compiler.columns.all
        .filter(({ name }) => name.startsWith(rule.prefix) && name.length > rule.prefix.length)
        .map(compiler.take)
      return mapOf(pairs.map((found) => [`${rule.before ?? ''}${found.name.slice(rule.prefix.length)}`, asText(found)]))
    }
    case 'named': {
      const pairs = Object.entries(rule.columns).flatMap(([key, name]) => {
        const found = find(name)
        return found ? [[key, asText(found)] as [string, string]] : []
      })
      return mapOf(pairs)
    }
    case 'map_column': {
      const found = find(rule.name)
      if (!found) return emptyMap
      return found.type.startsWith('Map(') ? fromMap(found) : fromJson(asText(found))
    }
    case 'key_value_list': {
      const found = find(rule.column)
      return found ? fromList(found) : emptyMap
    }
    case 'renamed': {
      const of = tags(rule.of)
      if (of === emptyMap) return of
      const cases = Object.entries(rule.prefixes).map(
        ([from, to]) => `startsWith(k, ${quote(from)}), concat(${quote(to)}, substring(k, ${from.length + 1}))`,
      )
      return asMap(`mapApply((k, v) -> (multiIf(${cases.join(', ')}, toString(k)), v), ${of})`)
    }
    case 'merged': {
      const parts = rule.of.map(tags).filter((sql) => sql !== emptyMap)
      return parts.length === 0 ? emptyMap : parts.reduce((merged, next) => `mapUpdate(${merged}, ${next})`)
    }
  }
}

/**
 * Values that are no text (numbers, true) become the words JSON has for them. An object of filled texts alone, as nearly every
 * one is, the engine takes apart in one go.
 */
function fromJson(written: string): string {
  const pairs = `JSONExtractKeysAndValuesRaw(${braced(written)})`
  const value = `if(startsWith(pair.2, '"'), JSONExtractString(pair.2), if(pair.2 = 'null', '', pair.2))`
  const any = asMap(
    `mapFilter((k, v) -> v != '', mapFromArrays(arrayMap(pair -> pair.1, ${pairs}), arrayMap(pair -> ${value}, ${pairs})))`,
  )
  const plain = `match(${written}, ${quote(objectOfTexts)})`
  return `multiIf(${written} = '', ${emptyMap}, ${plain}, JSONExtract(${written}, 'Map(LowCardinality(String), String)'), ${any})`
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
  const written = asText({ sql, type, ...column })
  const items = `JSONExtractArrayRaw(${written})`
  const json = (name: string) => `arrayMap(item -> JSONExtractString(item, '${name}'), ${items})`
  // The Python spelling that some exports carry: 'key': 'a', or "a" when the text holds an apostrophe.
  const word = `(?:'((?:[^'\\\\]|\\\\.)*)'|"((?:[^"\\\\]|\\\\.)*)")`
  const pairs = `extractAllGroupsVertical(${written}, ${quote(`['"]key['"]\\s*:\\s*${word}\\s*,\\s*['"]value['"]\\s*:\\s*${word}`)})`
  const python = (at: number) => `arrayMap(pair -> concat(pair[${at}], pair[${at + 1}]), ${pairs})`
  const isJson = `startsWith(${written}, '[{"')`
  return asMap(
    `mapFilter((k, v) -> v != '', if(${isJson}, mapFromArrays(${json('key')}, ${json('value')}), mapFromArrays(${python(1)}, ${python(3)})))`,
  )
}

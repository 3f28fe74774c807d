/** The column of a group key, and the smallest table that has it. */

import type { Filter, GroupKey } from '@kept/domain/cost-query.ts'
import { type Dimension, dimensions, type Measure } from '@kept/domain/cube.ts'
import { keyFamilies, splitFamilyKey } from '@kept/domain/cube-keys.ts'
import { focusColumns } from '@kept/domain/focus-columns.ts'
import type { Binder } from './binder.ts'
import { needsLines } from './measure-sql.ts'
import { type Level, nameColumnOf } from './roll-up-columns.ts'

type CostTable = 'cost_daily' | 'cost_daily_resource' | 'cost_line'

export function isTag(key: GroupKey): key is `tag:${string}` {
  return key.startsWith('tag:')
}

/** A dimension of its own, not a key of a key family. */
export function isDimension(key: GroupKey): key is Dimension {
  return splitFamilyKey(key) === undefined
}

export function keySql(key: GroupKey, bind: Binder): string {
  const part = splitFamilyKey(key)
  if (part) {
    const { column } = keyFamilies[part.family]
    const name = bind(part.key, 'String')
    return focusColumns[column].kind === 'json' ? jsonValueSql(`t.${column}`, name) : `t.${column}[${name}]`
  }
  const { column } = dimensions[key as Dimension]
  switch (focusColumns[column].kind) {
    case 'time':
      return `formatDateTime(t.${column}, '%FT%TZ', 'UTC')`
    case 'tags':
      return `if(empty(t.${column}), '', toJSONString(mapSort(t.${column})))`
    default:
      return `t.${column}`
  }
}

/** Daily roll-up when it has every key, else the resource roll-up, else the lines. */
export function smallestTable(keys: readonly GroupKey[], measures: readonly Measure[] = []): CostTable {
  const levels = new Set<Level>(keys.map(levelOf))
  if (levels.has('lines') || needsLines(measures)) return 'cost_line'
  return levels.has('resource') ? 'cost_daily_resource' : 'cost_daily'
}

export function levelOf(key: GroupKey): Level {
  if (isTag(key)) return 'resource'
  return isDimension(key) ? dimensions[key].level : 'lines'
}

/** A condition; "" means lines without a value, and `contains` also searches the readable name. */
export function filterSql({ dimension, op, values }: Filter, bind: Binder, ofLoads: string): string {
  const column = keySql(dimension, bind)
  if (op === 'is') return `${column} IN ${bind(values, 'Array(String)')}`
  if (op === 'is_not') return `${column} NOT IN ${bind(values, 'Array(String)')}`
  const needles = values.filter((value) => value !== '')
  const conditions = values.includes('') ? [`${column} = ''`] : []
  if (needles.length > 0) {
    const boundNeedles = bind(needles, 'Array(String)')
    conditions.push(`multiSearchAnyCaseInsensitiveUTF8(toString(${column}), ${boundNeedles})`)
    if (isDimension(dimension) && nameColumnOf(dimension)) {
      conditions.push(`${column} IN (SELECT value FROM cost_value WHERE ${ofLoads} AND dimension = ${bind(dimension, 'String')}
        AND multiSearchAnyCaseInsensitiveUTF8(name, ${boundNeedles}))`)
    }
  }
  return `(${conditions.join(' OR ')})`
}

/**
 * The value of a key in a JSON object: at its top level, or of all its `Elements`, distinct and in order. Text as it
 * is, anything else as JSON; '' when the key is missing.
 */
function jsonValueSql(column: string, key: string): string {
  const value = (object: string) => `if(JSONType(${object}, ${key}) = 'String', JSONExtractString(${object}, ${key}),
    if(JSONType(${object}, ${key}) = 'Null', '', JSONExtractRaw(${object}, ${key})))`
  return `if(JSONHas(${column}, ${key}), ${value(column)}, arrayStringConcat(arraySort(arrayFilter(found -> found != '',
    arrayDistinct(arrayMap(element -> ${value('element')}, JSONExtractArrayRaw(${column}, 'Elements'))))), ', '))`
}

/** What a group key reads, and the smallest table that holds it. */
import { type Dimension, dimensions, type Filter, type GroupKey } from '@kept/domain/cube.ts'
import type { Binder } from './binder.ts'
import { type Level, nameColumnOf } from './roll-up-columns.ts'

export type CostTable = 'cost_daily' | 'cost_daily_resource' | 'cost_line'

export function isTag(key: GroupKey): key is `tag:${string}` {
  return key.startsWith('tag:')
}

export function keySql(key: GroupKey, bind: Binder): string {
  return isTag(key) ? `t.Tags[${bind(key.slice(4), 'String')}]` : `t.${dimensions[key as Dimension].column}`
}

/** Days when every key is kept by day, else days of resources, else the lines themselves. */
export function smallestTable(keys: readonly GroupKey[]): CostTable {
  const levels = new Set<Level>(keys.map((key) => (isTag(key) ? 'resource' : dimensions[key as Dimension].level)))
  if (levels.has('lines')) return 'cost_line'
  return levels.has('resource') ? 'cost_daily_resource' : 'cost_daily'
}

/** A condition; "" stands for lines without a value, and `contains` also looks at the readable name. */
export function filterSql({ by, op, values }: Filter, bind: Binder, ofLoads: string): string {
  const column = keySql(by, bind)
  if (op === 'is') return `${column} IN ${bind(values, 'Array(String)')}`
  if (op === 'is_not') return `${column} NOT IN ${bind(values, 'Array(String)')}`
  const needles = values.filter((value) => value !== '')
  const conditions = values.includes('') ? [`${column} = ''`] : []
  if (needles.length > 0) {
    const wanted = bind(needles, 'Array(String)')
    conditions.push(`multiSearchAnyCaseInsensitiveUTF8(toString(${column}), ${wanted})`)
    if (!isTag(by) && nameColumnOf(by as Dimension)) {
      conditions.push(`${column} IN (SELECT value FROM cost_value WHERE ${ofLoads} AND dimension = ${bind(by, 'String')}
        AND multiSearchAnyCaseInsensitiveUTF8(name, ${wanted}))`)
    }
  }
  return `(${conditions.join(' OR ')})`
}

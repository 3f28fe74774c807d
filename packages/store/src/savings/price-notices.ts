/** Published prices for SKUs that a bill no longer shows; append-only, withdrawn by another row. */
import type { Scope } from '@kept/domain/scope.ts'
import type { PriceNotice } from '@kept/domain/statement.ts'
import { fromHour, type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import { type Decimal, decimal } from '@kept/foundation/decimal.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

export type StoredNotice = PriceNotice & { id: string; currency: string; recorded_by: string; recorded_at: Date }

export async function addPriceNotice(
  database: Database,
  scope: Scope,
  notice: PriceNotice & { currency: string; actorName: string; now: Date },
): Promise<StoredNotice> {
  const { actorName: recorded_by, now: recorded_at, hour, ...rest } = notice
  const row = await database.scoped(scope, (tx) =>
    tx
      .insertInto('savings_price_notice')
      .values({ organization_id: scope.organizationId, ...rest, hour: new Date(hour), recorded_by, recorded_at })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  return toNotice(row)
}

/** Withdraws a price, which stays stored; false when there is none in effect. */
export async function withdrawPriceNotice(
  database: Database,
  scope: Scope,
  { id, actorName, now }: { id: string; actorName: string; now: Date },
): Promise<boolean> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .insertInto('savings_price_withdrawal')
      .columns(['organization_id', 'notice_id', 'withdrawn_by', 'withdrawn_at'])
      .expression(
        tx
          .selectFrom('savings_price_notice')
          .select(({ val }) => [
            'organization_id',
            'id',
            val(actorName).$castTo<string>().as('withdrawn_by'),
            val(now).$castTo<Date>().as('withdrawn_at'),
          ])
          .where('id', '=', id),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('notice_id')
      .execute(),
  )
  return rows.length > 0
}

/** Prices in effect, by hour; of two for one hour the later row comes last. */
export async function listPriceNotices(
  database: Database,
  scope: Scope,
  { currency, before }: { currency?: string; before?: Hour } = {},
): Promise<StoredNotice[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_price_notice')
      .selectAll()
      .where('id', 'not in', tx.selectFrom('savings_price_withdrawal').select('notice_id'))
      .$if(currency !== undefined, (query) => query.where('currency', '=', currency ?? ''))
      .$if(before !== undefined, (query) => query.where('hour', '<', new Date(fromHour(before ?? 0))))
      .orderBy('hour')
      .orderBy('recorded_at')
      .orderBy('id')
      .execute(),
  )
  return rows.map(toNotice)
}

function toNotice({
  organization_id: _,
  hour,
  price,
  ...rest
}: Selectable<Schema['savings_price_notice']>): StoredNotice {
  return { ...rest, hour: fromHour(toHour(hour.toISOString())), price: decimal(price) satisfies Decimal }
}

import { ofLoads } from '../roll-up-sql.ts'
import { meteredUsageSql } from '../savings-scope.ts'
import type { FactQuery } from './fact-query.ts'
import { accountKeys, accountSql, inHistory } from './place-sql.ts'

/** Metered usage from the daily roll-up, as far back as trends are read. */
export const serviceDay: FactQuery<'service_day'> = {
  sql: `SELECT ${accountSql}, ServiceName AS service, charge_date AS day,
      sum(d.billed) AS billed, sum(d.effective) AS effective
    FROM cost_daily AS d
    WHERE ${ofLoads} AND ${inHistory} AND ${meteredUsageSql}
    GROUP BY ${accountKeys}, service, day
    HAVING isNotNull(billed) AND isNotNull(effective)
    ORDER BY ${accountKeys}, service, day`,
}

import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { measureStorage } from '@kept/store/storage/measure.ts'
import { saveMeasurements } from '@kept/store/storage/measurements.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'

/** Once a day, so that the operator sees how storage grows. */
export const measureStorageJob = defineJob({
  name: 'measure-storage',
  input: z.object({}),
  retries: 3,
  cron: '17 2 * * *',
  run: async (_input, { state, now }: Pick<Services, 'state' | 'now'>) =>
    saveMeasurements(state.database, utcDay(now()), await measureStorage(state)),
})

import { defineChangedJob } from '../platform/changed-job.ts'

/** After the public holidays or days off of the teams were changed. */
export const calendarsChangedJob = defineChangedJob('behavior-calendars-changed', 'calendars')

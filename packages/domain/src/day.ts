import * as z from 'zod'

/** A day as text, "2026-10-31". There was no year 0, and databases refuse it. */
export const daySchema = z.iso.date().refine((day) => !day.startsWith('0000'), 'must be a date such as 2026-10-31')

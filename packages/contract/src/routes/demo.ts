import * as z from 'zod'
import { answer, route } from '../route.ts'

export const demo = {
  nextDay: route({
    method: 'POST',
    path: '/v1/demo/next-day',
    summary: 'Let a day pass in the demo',
    description:
      'The bill of the next day arrives, with what this visit changed in the simulated clouds. Only this visit sees it. In the demo only.',
    tag: 'Session',
    needs: 'costs:read',
    input: z.object({}),
    output: answer(
      z.object({
        /** The day whose bill has arrived. */
        billed_day: z.iso.date(),
        /** Days by which this visit is ahead of the demo. */
        days_ahead: z.int(),
      }),
    ),
  }),
}

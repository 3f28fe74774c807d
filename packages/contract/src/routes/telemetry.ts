import { telemetryIntakeSchema } from '@kept/domain/telemetry.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

export const telemetry = {
  intake: route({
    method: 'GET',
    path: '/v1/telemetry',
    summary: 'Get telemetry intake',
    description: 'Telemetry received in recent days, and what was dropped, with the reason.',
    tag: 'Telemetry',
    needs: 'loops:read',
    input: z.object({ days: z.coerce.number().int().min(1).max(90).default(7) }),
    output: answer(z.array(telemetryIntakeSchema)),
  }),
}

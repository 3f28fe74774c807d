/** Counts of accepted and dropped telemetry. */
import { listIntake } from '@kept/store/telemetry/intake.ts'
import { routes } from '../platform/implement.ts'

export const telemetry = {
  intake: routes.telemetry.intake.handler(async ({ context: { services, scope }, input: { days } }) => ({
    data: await listIntake(
      services.state.database,
      scope,
      new Date(services.now().getTime() - (days - 1) * 24 * 3_600_000),
    ),
  })),
}

/** Usage of developer environments, and the schedules that follow from it. */
import type { Scope } from '@kept/domain/scope.ts'
import type { World } from '@kept/scenarios/world/world.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { remediationFeature } from '../remediation/feature.ts'
import { analyzeJob, behaviorDailyJob } from './analyze-job.ts'
import { approvedSchedule } from './approved-schedules.ts'
import { calendarsChangedJob } from './calendars-changed-job.ts'
import { activityImport } from './file-import.ts'
import { behaviorHooks } from './hook-routes.ts'
import { takeIn } from './ingest-events.ts'
import { behaviorHookDeliveries } from './receive-hook.ts'
import { developerBehavior } from './routes.ts'
import { behaviorSchedules } from './schedule-routes.ts'
import { seedDemoActivity, seedDemoTeams, takeDemoActivity } from './seed-demo.ts'
import { behaviorSwitchJob } from './switch-job.ts'

export const behaviorFeature = defineFeature({
  name: 'behavior',
  dependsOn: [remediationFeature],
  routes: { developerBehavior, behaviorHooks, behaviorSchedules },
  start({ services, pipeline }, { remediation }) {
    remediation.carryOutApproved('environment', approvedSchedule(services))
    return {
      api: {
        /** JSON lines of an activity log; who acted is stored as a pseudonym. */
        importActivity: (scope: Scope, lines: string) => takeIn(services, scope, 'activity.jsonl', [lines]),
        seedDemoTeams: (scope: Scope) => seedDemoTeams(services, scope),
        seedDemo: (scope: Scope) => seedDemoActivity(services, scope),
        importDemoActivity: (scope: Scope, world: World) => takeDemoActivity(services, scope, world),
      },
      rawRoutes: [activityImport, behaviorHookDeliveries],
      jobs: [
        work(analyzeJob, services),
        work(behaviorDailyJob, services),
        work(behaviorSwitchJob, services),
        work(calendarsChangedJob, pipeline),
      ],
    }
  },
})

/** The public organization with made-up data: seeded once, renewed daily, reset after each visit. */
import type { Scope } from '@kept/domain/scope.ts'
import { withSeedLock } from '@kept/store/demo/seed-lock.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { behaviorFeature } from '../behavior/feature.ts'
import { budgetsFeature } from '../budgets/feature.ts'
import { connectionsFeature } from '../connections/feature.ts'
import { importsFeature } from '../imports/feature.ts'
import { loopsFeature } from '../loops/feature.ts'
import { peopleFeature } from '../people/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { remediationFeature } from '../remediation/feature.ts'
import { savingsFeature } from '../savings/feature.ts'
import { securityFeature } from '../security/feature.ts'
import { simulationFeature } from '../simulation/feature.ts'
import { syncFeature } from '../sync/feature.ts'
import { demoSlug } from './demo-slug.ts'
import { endVisitsJob } from './end-visits-job.ts'
import { renewDemoJob } from './renew-job.ts'
import { demo } from './routes.ts'
import { seedDemoClouds } from './seed-clouds.ts'
import { seedDemo } from './seed-demo.ts'
import { leaveThreeUnread } from './seed-notifications.ts'

export const demoFeature = defineFeature({
  name: 'demo',
  dependsOn: [
    peopleFeature,
    savingsFeature,
    importsFeature,
    budgetsFeature,
    loopsFeature,
    behaviorFeature,
    securityFeature,
    simulationFeature,
    remediationFeature,
    connectionsFeature,
    syncFeature,
  ],
  routes: { demo },
  async start({ services, pipeline }, { people, savings, imports, budgets, loops, behavior, security, sync }) {
    const { config, state } = services
    const organization = config.demo
      ? await ensureOrganization(state.database, { slug: demoSlug, name: 'Northwind Demo', demo: true })
      : undefined
    // Every step does what is missing, so a start after a kill ends with one whole demo. True when its loops are new.
    const seed = async (scope: Scope): Promise<boolean> => {
      await people.seedDemo(scope)
      // Recorded before the bill, so the import detects, freezes and counts them.
      await savings.seedDemo(scope)
      await behavior.seedDemoTeams(scope)
      if ((await seedDemo(services, scope, imports.importUploads)) !== 'imported') return false
      await budgets.seedDemo(scope)
      const hasNewLoops = await loops.seedDemo(scope)
      // After the loops: it starts an analysis in the background, for which the start does not wait.
      await behavior.seedDemo(scope)
      await security.seedDemo(scope)
      await seedDemoClouds(services, scope, sync.check)
      await leaveThreeUnread(services, scope)
      return hasNewLoops
    }
    const renewal = {
      importBill: imports.importUploads,
      takeActivity: behavior.importDemoActivity,
      setBudgets: budgets.seedDemo,
      renewAuditLog: people.renewDemoAuditLog,
    }
    const evaluate = (scope: Scope) => pipeline.run('demo decisions', scope)
    return {
      jobs: [work(endVisitsJob, { ...services, evaluate })],
      async afterListen() {
        if (organization) {
          const scope = { organizationId: organization.id }
          // Two processes that start together would each record the demo's actions and import its bill.
          const hasNewLoops = await withSeedLock(state.database, scope, () => seed(scope))
          // A new demo is shown with the loop that runs; one that was stopped has it again some seconds after its start.
          if (hasNewLoops) await loops.showDemo(scope)
          else await loops.queueDemo()
        }
        // Not earlier: a demo that is being seeded must not be renewed.
        await work(renewDemoJob, { services, deps: renewal }).start(services.jobs)
        // A demo that was down over midnight is behind now, not at the next quarter of an hour.
        if (organization) await services.jobs.send(renewDemoJob, {})
      },
    }
  },
})

/** Renews the demo shortly after midnight, and whenever it is behind. */
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { type RenewalDeps, renewDemo } from './renew-demo.ts'

interface RenewNeeds {
  services: Pick<Services, 'state' | 'folder' | 'now' | 'log' | 'config'>
  deps: RenewalDeps
}

export const renewDemoJob = defineJob({
  name: 'demo-renew',
  input: z.object({}),
  retries: 2,
  cron: '7,22,37,52 * * * *',
  run: async (_input, { services, deps }: RenewNeeds) => {
    if (!services.config.demo) return
    for (const { id, demo } of await listOrganizations(services.state.database))
      if (demo) await renewDemo(services, { organizationId: id }, deps)
  },
})

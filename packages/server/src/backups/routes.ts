import type { BackupState } from '@kept/contract/routes/backups.ts'
import { admitOperator } from '../operator/public/operator.ts'
import type { RawRoutes } from '../platform/app.ts'
import type { Services } from '../platform/context.ts'
import { operatorRoutes } from '../platform/implement.ts'
import { backupJob } from './backup-jobs.ts'
import { runnerOf } from './runner.ts'

/** What the demo's admin sees: nothing of the machine. */
const nothing: BackupState = { folder: '', nightly: false, backups: [], running: null, failure: null }

export const backups = {
  list: operatorRoutes.backups.list.handler(async ({ context }) => {
    if (context.me.organization.demo && context.authenticatedBy !== 'operator') return { data: nothing }
    return { data: await runnerOf(context.services).state() }
  }),
  create: operatorRoutes.backups.create.handler(async ({ context }) => ({ data: await startBackup(context.services) })),
}

/** The same for the command line of this machine, which acts for no organization. */
export function operatorBackups(services: Services, token: string): RawRoutes {
  return (app) => {
    app.get('/v1/operator/backups', { config: { needs: 'operator' } }, async (request) => {
      admitOperator(request, token)
      return { data: await runnerOf(services).state() }
    })
    app.post('/v1/operator/backups', { config: { needs: 'operator' } }, async (request) => {
      admitOperator(request, token)
      return { data: await startBackup(services) }
    })
  }
}

async function startBackup(services: Services): Promise<BackupState> {
  const runner = runnerOf(services)
  runner.reserve()
  await services.jobs.send(backupJob, {})
  services.jobs.wake(backupJob)
  return runner.state()
}

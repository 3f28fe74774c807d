/** Backups of the installation: on request, every night, and for the command line of this machine. */
import { operatorFeature } from '../operator/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { backupJob, nightlyBackupJob } from './backup-jobs.ts'
import { backups, operatorBackups } from './routes.ts'
import { runnerOf } from './runner.ts'

export const backupsFeature = defineFeature({
  name: 'backups',
  dependsOn: [operatorFeature],
  routes: { backups },
  start({ services, operatorToken }) {
    const runner = runnerOf(services)
    return {
      rawRoutes: [operatorBackups(services, operatorToken)],
      jobs: [
        work(backupJob, { runner }),
        work(nightlyBackupJob, { runner, isOn: services.config.backupFolder !== undefined }),
      ],
    }
  },
})

/** Actions that Kept carries out on resources, and their undo. */
import type { ApprovalSubject } from '@kept/domain/action-approval.ts'
import type { RemediationAction } from '@kept/domain/remediation-action.ts'
import { alertsFeature } from '../alerts/feature.ts'
import type { CarryOut } from '../platform/context.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { simulationFeature } from '../simulation/feature.ts'
import { approvedRecommendation } from './approvals/carry-out.ts'
import { approvals } from './approvals/routes.ts'
import { slackActions } from './approvals/slack-actions.ts'
import { type DeletionNeeds, deleteDue, deleteOneJob, deletionJob } from './grace/delete-job.ts'
import type { DeletionGuard } from './grace/delete-marked.ts'
import { missingSecondPerson } from './grace/delete-now.ts'
import type { OnActionChange } from './public/actions.ts'
import { registryOf } from './public/registry.ts'
import { changeRecorder } from './recommended/change-recorder.ts'
import { type RevertNeeds, revertDue, revertJob } from './revert-job.ts'
import { remediation } from './routes.ts'

const noExtraWrite: OnActionChange = async () => undefined

export const remediationFeature = defineFeature({
  name: 'remediation',
  dependsOn: [simulationFeature, alertsFeature],
  routes: { remediation, approvals },
  start({ services }) {
    services.remedies = (scope) => registryOf(services, scope)
    services.approved = { recommendation: approvedRecommendation(services) }
    let guardAutomatic: DeletionGuard = async () => undefined
    const needs: RevertNeeds & DeletionNeeds = {
      ...services,
      // The approval of an automatic change can be days older than the change: its policy looks for it.
      guard: (tx, stored) => (stored.action.automatic ? guardAutomatic(tx, stored) : missingSecondPerson(tx, stored)),
      onStateChange: {
        loop: noExtraWrite,
        environment: noExtraWrite,
        recommendation: changeRecorder('Kept', services.now),
      },
    }
    return {
      rawRoutes: [slackActions],
      api: {
        /** Calls `onChange` in the transaction that ends an action of this subject. */
        recordChanges(subject: RemediationAction['subject'], onChange: OnActionChange): void {
          needs.onStateChange[subject] = onChange
        },
        /** What carries out approved requests about this subject. */
        carryOutApproved(subject: ApprovalSubject, work: CarryOut): void {
          services.approved = { ...services.approved, [subject]: work }
        },
        /** What else may put off the deletion of what waits: the policies of automatic changes. */
        guardDeletions(guard: DeletionGuard): void {
          guardAutomatic = guard
        },
        /** Deletes now what has waited long enough. Returns how many it tried. */
        deleteDue: () => deleteDue(needs),
        /** Reverts expired temporary actions now. Returns their number. */
        revertDue: () => revertDue(needs),
      },
      jobs: [work(revertJob, needs), work(deletionJob, needs), work(deleteOneJob, needs)],
    }
  },
})

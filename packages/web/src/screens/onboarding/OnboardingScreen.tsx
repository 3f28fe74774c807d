import { sentenceOf } from '@kept/client/errors.ts'
import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { StepName } from '../../onboarding/steps.ts'
import { useOnboarding } from '../../onboarding/useOnboarding.ts'
import { Page } from '../../shell/Page.tsx'
import { FirstBill } from './FirstBill.tsx'
import { FirstBudget } from './FirstBudget.tsx'
import { FirstPeople } from './FirstPeople.tsx'
import { FirstRecommendation } from './FirstRecommendation.tsx'
import { FirstTeam } from './FirstTeam.tsx'
import { NameOrganization } from './NameOrganization.tsx'
import { StepRow } from './StepRow.tsx'
import { useLatestImport } from './useLatestImport.ts'

/** From an empty organization to its first recommendation, in steps that anyone in it can continue. */
export function OnboardingScreen() {
  const { me, steps, next, failed, overview, skip } = useOnboarding()
  const { latest, isInProgress } = useLatestImport()
  const [chosen, setChosen] = useState<StepName | null>(null)
  if (me?.organization.demo) return <OfDemo />
  const open = chosen ?? next
  const done = steps?.filter((step) => step.state === 'done').length ?? 0
  const skipStep = (name: StepName) =>
    void skip(name)
      .then(() => setChosen(null))
      // The failure is shown with all other errors; the step stays open.
      .catch(() => null)
  return (
    <Page title="Get started" quietTitle>
      <p className="mt-4 max-w-[34ch] text-pretty font-serif text-hero tracking-[-0.015em]">
        Upload one bill to see where you can save.
      </p>
      <div className="mt-8 max-w-3xl">
        {failed ? (
          <ErrorPanel
            title="Your progress could not be loaded."
            message={sentenceOf(failed.error)}
            onRetry={() => void failed.refetch()}
          />
        ) : !steps || !me ? (
          <SkeletonRows rows={5} />
        ) : (
          <>
            <div className="mb-4 flex items-center gap-4">
              <div className="w-40">
                <ProgressBar label="Setup progress" value={steps.length === 0 ? 1 : done / steps.length} />
              </div>
              <p className="figure text-small text-soft">
                {done} of {steps.length} done
              </p>
            </div>
            <ol className="divide-y divide-rule border-rule-strong border-y">
              {steps.map((step, index) => (
                <StepRow
                  key={step.name}
                  number={index + 1}
                  step={step}
                  open={open === step.name}
                  onOpen={() => setChosen(step.name)}
                  onSkip={() => skipStep(step.name)}
                >
                  {step.name === 'organization' && (
                    <NameOrganization me={me} onDone={() => skip('organization').then(() => setChosen(null))} />
                  )}
                  {step.name === 'bill' && <FirstBill {...{ latest, isInProgress }} onDone={() => setChosen(null)} />}
                  {step.name === 'teams' && <FirstTeam onDone={() => setChosen(null)} />}
                  {step.name === 'budget' && <FirstBudget overview={overview} onDone={() => setChosen(null)} />}
                  {step.name === 'people' && <FirstPeople onDone={() => setChosen(null)} />}
                </StepRow>
              ))}
            </ol>
            {overview?.first_day && <FirstRecommendation />}
            <p className="mt-6 flex flex-wrap gap-3">
              {open === null && !overview?.first_day && (
                <Button tone="primary" onClick={() => setChosen('bill')}>
                  Upload a bill
                </Button>
              )}
              <Link to="/client" className={buttonClass('quiet')}>
                {open === null ? 'Go to your home page' : 'Finish later'}
              </Link>
            </p>
          </>
        )}
      </div>
    </Page>
  )
}

function OfDemo() {
  return (
    <Page title="Get started">
      <EmptyState
        level={2}
        title="The demo is already set up"
        description="It has bills, teams and budgets. Create an account to set up your own organization."
        action={
          <Link to="/dashboard" className={buttonClass('primary')}>
            View the demo dashboard
          </Link>
        }
      />
    </Page>
  )
}

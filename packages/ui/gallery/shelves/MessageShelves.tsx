import { CircleCheck } from 'lucide-react'
import { Badge } from '../../src/controls/Badge.tsx'
import { Button } from '../../src/controls/Button.tsx'
import { EmptyState } from '../../src/controls/EmptyState.tsx'
import { ErrorPanel } from '../../src/controls/ErrorPanel.tsx'
import { Notice } from '../../src/controls/Notice.tsx'
import { ProgressBar } from '../../src/controls/ProgressBar.tsx'
import { QrCode } from '../../src/controls/QrCode.tsx'
import { Skeleton, SkeletonRows } from '../../src/controls/Skeleton.tsx'
import { Spinner } from '../../src/controls/Spinner.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { longWords, nothing } from '../words.ts'

const tones = ['plain', 'kept', 'leak', 'watch', 'fact'] as const
const noticeTones = ['plain', 'fact', 'watch', 'leak'] as const

export function MessageShelves() {
  return (
    <>
      <Shelf name="Badge">
        {tones.map((tone) => (
          <State key={tone} name={tone}>
            <Badge tone={tone}>{tone === 'kept' ? 'verified' : tone}</Badge>
          </State>
        ))}
        <State name="with an icon, wrapping">
          <Badge tone="watch" wrap icon={<CircleCheck size={12} />}>
            All 16 bills reconciled with their files, 12 of 16 with the invoice; 1,204 rows were set aside
          </Badge>
        </State>
        <State name="long text">
          <Badge>{longWords}</Badge>
        </State>
      </Shelf>
      <Shelf name="Notice" wide>
        {noticeTones.map((tone) => (
          <State key={tone} name={tone}>
            <Notice tone={tone} title="Something to know" action={<Button size="small">Look at it</Button>}>
              Two rows of the bill could not be read; they are set aside and are not in your totals.
            </Notice>
          </State>
        ))}
      </Shelf>
      <Shelf name="EmptyState" wide>
        <State name="with its one next step">
          <EmptyState
            title="No bill has been brought in yet"
            words="Drop one bill, and this page says what you spent and where it leaks."
            action={<Button tone="primary">Bring in a bill</Button>}
          />
        </State>
      </Shelf>
      <Shelf name="ErrorPanel" wide>
        <State name="with another try">
          <ErrorPanel
            title="Your spend could not be loaded."
            message="The warehouse does not answer; the engine is starting."
            reference="req-41c8"
            onRetry={nothing}
          />
        </State>
      </Shelf>
      <Shelf name="ProgressBar">
        <State name="nothing yet">
          <ProgressBar label="Arriving" value={0} />
        </State>
        <State name="three quarters">
          <ProgressBar label="Arriving" value={0.75} />
        </State>
        <State name="nobody can know">
          <ProgressBar label="Arriving" value={null} />
        </State>
        <State name="beyond">
          <ProgressBar label="Of the budget" value={1.2} tone="leak" />
        </State>
      </Shelf>
      <Shelf name="Spinner">
        <State name="small and large">
          <span className="flex items-center gap-3">
            <Spinner />
            <Spinner size={24} />
          </span>
        </State>
      </Shelf>
      <Shelf name="Skeleton">
        <State name="a line">
          <Skeleton className="h-4 w-40" />
        </State>
      </Shelf>
      <Shelf name="SkeletonRows" wide>
        <State name="three rows">
          <SkeletonRows rows={3} />
        </State>
      </Shelf>
      <Shelf name="QrCode">
        <State name="default">
          <QrCode text="otpauth://totp/Kept:ada@ledger.example?secret=JBSWY3DPEHPK3PXP" label="The code as a picture" />
        </State>
      </Shelf>
    </>
  )
}

import { CircleCheck } from 'lucide-react'
import { Avatar } from '../../src/controls/Avatar.tsx'
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
import { longText, noop } from '../sample-text.ts'

const tones = ['plain', 'kept', 'leak', 'watch', 'fact'] as const
/** One green pixel. */
const samplePicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgaPj/HwAEAgJ/VaxhfAAAAABJRU5ErkJggg=='
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
            All 16 bills reconciled with their files, 12 of 16 with the invoice; 1,204 rows were skipped
          </Badge>
        </State>
        <State name="long text">
          <Badge>{longText}</Badge>
        </State>
      </Shelf>
      <Shelf name="Avatar">
        <State name="initials">
          <Avatar name="Ana Maria Silva" />
        </State>
        <State name="picture">
          <Avatar name="Ana Silva" picture={samplePicture} />
        </State>
        <State name="large">
          <Avatar name="Ana Silva" size="large" />
        </State>
      </Shelf>
      <Shelf name="Notice" wide>
        {noticeTones.map((tone) => (
          <State key={tone} name={tone}>
            <Notice tone={tone} title="2 rows skipped" action={<Button size="small">View</Button>}>
              Two rows of the bill could not be read. They are not in your totals.
            </Notice>
          </State>
        ))}
      </Shelf>
      <Shelf name="EmptyState" wide>
        <State name="with an action">
          <EmptyState
            title="No bills yet"
            description="Upload a bill to see what you spend and where you can save."
            action={<Button tone="primary">Upload a bill</Button>}
          />
        </State>
      </Shelf>
      <Shelf name="ErrorPanel" wide>
        <State name="with a retry">
          <ErrorPanel
            title="Your spend could not be loaded."
            message="The data warehouse is starting. Try again in a minute."
            reference="req-41c8"
            onRetry={noop}
          />
        </State>
      </Shelf>
      <Shelf name="ProgressBar">
        <State name="0%">
          <ProgressBar label="Uploading" value={0} />
        </State>
        <State name="75%">
          <ProgressBar label="Uploading" value={0.75} />
        </State>
        <State name="unknown duration">
          <ProgressBar label="Uploading" value={null} />
        </State>
        <State name="over 100%">
          <ProgressBar label="Budget used" value={1.2} tone="leak" />
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
          <QrCode text="otpauth://totp/Kept:ada@ledger.example?secret=JBSWY3DPEHPK3PXP" label="QR code" />
        </State>
      </Shelf>
    </>
  )
}

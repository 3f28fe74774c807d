import type { RemediationScript } from '@kept/domain/remediation.ts'
import { CopyableText } from './CopyableText.tsx'

/** Commands to run by hand, and those that undo them. */
export function Commands({ script }: { script: RemediationScript }) {
  return (
    <>
      <p className="text-small text-soft">{script.description}</p>
      <CopyableText title="Commands" text={script.run} />
      <CopyableText title="Undo" text={script.undo} />
      <p className="text-small text-soft">Needs {script.permissions.join(', ')}.</p>
    </>
  )
}

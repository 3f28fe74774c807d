import { ShownOnce } from '../shell/ShownOnce.tsx'

/** A key the one time it is shown. */
export function NewKey({ created, onDone }: { created: { name: string; key: string }; onDone(): void }) {
  return (
    <ShownOnce
      title={`Copy the key "${created.name}" now`}
      description="It won't be shown again."
      secret={created.key}
      copyFailure="Copying failed. Select the key and copy it yourself."
      onDone={onDone}
    />
  )
}

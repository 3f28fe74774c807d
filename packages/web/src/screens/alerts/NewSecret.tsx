import { ShownOnce } from '../../shell/ShownOnce.tsx'

/** A new signing secret, shown once. */
export function NewSecret({ created, onDone }: { created: { name: string; secret: string }; onDone(): void }) {
  return (
    <ShownOnce
      title={`Copy the signing secret of "${created.name}" now`}
      description="Use it to verify that messages come from Kept. Kept shows it only once."
      secret={created.secret}
      copyFailure="The browser blocked copying. Select the secret and copy it."
      onDone={onDone}
    />
  )
}

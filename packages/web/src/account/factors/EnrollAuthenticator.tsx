import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { QrCode } from '@kept/ui/controls/QrCode.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'

interface EnrollAuthenticatorProps {
  /** What the server made up for this person: nothing counts until the first code is right. */
  enrolment: { secret: string; uri: string }
  onEnrolled(recoveryCodes: string[]): void
  onCancel?(): void
}

/** An authenticator takes the secret from a picture drawn here, or typed, and proves it with its first code. */
export function EnrollAuthenticator({ enrolment, onEnrolled, onCancel }: EnrollAuthenticatorProps) {
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['code'],
      schema: () => import('@kept/contract/inputs/auth.ts').then(({ confirmTotpInput }) => confirmTotpInput),
      input: ({ code }) => ({ code: code.replaceAll(/\s/g, '') }),
      invalid: { code: 'Enter the six-digit code.' },
    }),
    async send({ code }) {
      const { recovery_codes } = await api.auth.confirmTotp.call({ code: code.replaceAll(/\s/g, '') })
      onEnrolled(recovery_codes)
    },
    explain: (error) => ({ field: 'code', sentence: sentenceOf(error) }),
  })
  return (
    <div className="flex flex-wrap gap-6">
      <QrCode text={enrolment.uri} label="QR code of the setup key below, for your authenticator app" />
      <div className="min-w-0 flex-1 basis-64 space-y-4">
        <div>
          <p className="text-body">Scan the QR code with your authenticator app, or enter this setup key:</p>
          <p className="mt-1 select-all break-all font-mono text-small">
            {enrolment.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </p>
        </div>
        <form {...form} className="space-y-3">
          <FormFailure sentence={failure} />
          <Input
            {...field('code')}
            label="Six-digit code"
            autoComplete="one-time-code"
            inputMode="numeric"
            className="max-w-40 font-mono tracking-wider"
          />
          <div className="flex gap-2">
            <Button type="submit" tone="primary" isBusy={isBusy}>
              Turn on
            </Button>
            {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          </div>
        </form>
      </div>
    </div>
  )
}

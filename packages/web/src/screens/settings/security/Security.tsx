import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { tokens } from '../../../session/tokens.ts'
import { Section } from '../../../shell/Page.tsx'
import { Authenticator } from './Authenticator.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Sessions } from './Sessions.tsx'

/** How one signs in, and where one is signed in. */
export default function Security({ demo }: { demo: boolean }) {
  const factors = useQuery({ ...api.auth.factors.queryOptions({ input: {} }), enabled: !demo })
  if (demo) {
    return (
      <p className="max-w-prose text-body text-soft">
        Demo sessions have no password and end after 30 minutes. Create an account to set these.
      </p>
    )
  }
  return (
    <>
      <Loaded query={factors} failed="Sign-in methods could not be loaded.">
        {(signIn) => (
          <>
            <Password has={signIn.password} accounts={signIn.accounts} />
            <Authenticator isEnabled={signIn.totp} codesLeft={signIn.recovery_codes_left} />
            <Passkeys passkeys={signIn.passkeys} />
          </>
        )}
      </Loaded>
      <Sessions />
      <Section title="This browser">
        <p className="text-small text-soft">
          {tokens.storageMode() === 'encrypted'
            ? 'The API token is encrypted in this tab and deleted when you close it.'
            : "This browser can't store data encrypted, so the API token stays in memory until you close or reload the page."}
        </p>
      </Section>
    </>
  )
}

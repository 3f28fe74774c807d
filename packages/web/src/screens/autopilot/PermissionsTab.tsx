import { WritePermissions } from '../../remediation/WritePermissions.tsx'

/** What has to be allowed before Kept can change anything. */
export default function PermissionsTab() {
  return <WritePermissions />
}

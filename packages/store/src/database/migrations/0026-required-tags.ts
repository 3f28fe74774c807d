/** Required tags are a policy. */
import type { DatabaseMigration } from '../migration.ts'

export const requiredTags: DatabaseMigration = {
  name: '0026-required-tags',
  statements: [
    `ALTER TABLE security_policy DROP CONSTRAINT security_policy_kind_check`,
    `ALTER TABLE security_policy
      ADD CONSTRAINT security_policy_kind_check CHECK (kind IN ('second_factor', 'session_lifetime', 'sign_in',
        'api_keys', 'network', 'approvals', 'retention', 'required_tags'))`,
  ],
}

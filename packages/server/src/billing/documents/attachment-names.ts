/** Names of the files attached to an invoice's PDF. */
export const attachmentNames = {
  document: 'kept-invoice.json',
  signature: 'kept-invoice.signature.json',
  logo: 'kept-logo',
  /** Prescribed by Factur-X. */
  cii: 'factur-x.xml',
  statement: (id: string) => `kept-statement-${id}.json`,
}

/** What the signed statement in a statement's own PDF is called, after its month and currency. */
export const statementSuffix = '.statement.json'

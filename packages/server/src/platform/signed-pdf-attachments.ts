/** What is attached to PDFs that Kept signs: the name says which kind of document it is. */
export const signedPdfAttachments = {
  compliance: {
    name: 'compliance.oscal.json',
    description: 'The report as OSCAL assessment results, with a signature of its own',
  },
  audit: {
    name: 'audit-log-selection.json',
    description: 'The events of the pages with all of their fields and hashes',
  },
} as const

/** Why a broker is suspended. */
export const suspensionReasons = [
  'banned',
  'number_of_another',
  'licence_ended',
  'media_report',
  'documents',
  'other',
] as const
export type SuspensionReason = (typeof suspensionReasons)[number]
export const suspensionReasonLabels: Record<SuspensionReason, string> = {
  banned: 'Banned or disqualified by ASIC',
  number_of_another: 'ASIC number held by another person',
  licence_ended: 'Licence or authorisation ended',
  media_report: 'Media report or complaint',
  documents: 'False or missing documents',
  other: 'Other, see the file note',
}

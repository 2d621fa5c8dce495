import type { Register } from '#contract/surveillance/registers.ts'
import { type RegisterCells, registerFile } from '#server/demo/register-files.ts'

/** A register's file as ASIC publishes it. */
export const bytesOf = (register: Register, rows: readonly RegisterCells[]): Buffer =>
  registerFile(register, rows)

export const representative = (number: string, name: string, cells: RegisterCells = {}): RegisterCells => ({
  CRED_REP_NUM: number,
  CRED_LIC_NUM: '990001',
  CRED_REP_NAME: name,
  CRED_REP_START_DT: '01/07/2020',
  CRED_REP_STATE: 'NSW',
  CRED_REP_PCODE: '2000',
  CRED_REP_EDRS: 'AFCA',
  ...cells,
})

export const licensee = (number: string, name: string, cells: RegisterCells = {}): RegisterCells => ({
  CRED_LIC_NUM: number,
  CRED_LIC_NAME: name,
  CRED_LIC_START_DT: '01/07/2011',
  CRED_LIC_STATUS: 'APPR',
  CRED_LIC_STATE: 'NSW',
  CRED_LIC_EDRS: 'AFCA',
  ...cells,
})

export const bannedPerson = (document: string, name: string, cells: RegisterCells = {}): RegisterCells => ({
  BD_PER_DOC_NUM: document,
  BD_PER_NAME: name,
  BD_PER_TYPE: 'Credit Banned & Disqualified',
  BD_PER_START_DT: '12/03/2024',
  BD_PER_ADD_STATE: 'NSW',
  ...cells,
})

export const bannedOrganisation = (acn: string, name: string, cells: RegisterCells = {}): RegisterCells => ({
  BD_ORG_ACN: acn,
  BD_ORG_NAME: name,
  BD_ORG_TYPE: 'Credit banning',
  BD_ORG_START_DT: '12/03/2024',
  ...cells,
})

/**
 * Forms outside the table: the test that shows that a save, a reload or a second tab loses nothing, or the reason why
 * none is needed.
 */
export const formsElsewhere: Record<string, { test: string } | { reason: string }> = {
  AccreditationPage: { test: 'Two tabs on one accreditation draft lose nothing of each other' },
  BookingPage: { test: 'A reload of the booking page keeps the day, the time and what was typed' },
  UnsubscribePage: { reason: 'one button' },
  OrderDialog: { test: 'A purchase that Twilio refuses says why, and what was typed stays' },
  OrderField: { reason: 'opens a dialog and saves nothing' },
  NumberSourceForm: { reason: 'shown only before calls by a live provider; gone once it is saved' },
  UploadRegisterDialog: { reason: 'a file and its day, which are not kept' },
  ClearDialog: { reason: 'gone once it is saved; the same dialog as the others' },
  FindingsOfMany: { reason: 'gone once it is saved; the same dialog as the others' },
  PublishDialog: { reason: 'gone once it is saved; the same dialog as the others' },
  AnswerDialog: { reason: 'gone once it is saved; the same dialog as the others' },
  AnswerContestDialog: { reason: 'gone once it is saved; the same dialog as the others' },
  AnswerComplaintDialog: { reason: 'gone once it is saved; the same dialog as the others' },
  CheckForm: { reason: 'a page without script, which keeps nothing in the browser' },
  ComplaintForm: { reason: 'a page without script, which keeps nothing in the browser' },
  ReportForm: { reason: 'a page without script, which keeps nothing in the browser' },
  ContestForm: { test: 'A person without an account contests a decision by the link in a message' },
  SignInForm: { reason: 'asks for a password, which is never kept' },
  CodeForm: { reason: 'asks for a code, which is never kept' },
  ForgotForm: { reason: 'one address of a person who is not signed in' },
  ResetForm: { reason: 'asks for a password, which is never kept' },
  AcceptInvitation: { reason: 'asks for a password, which is never kept' },
  IssuerForm: {
    test: 'An admin sets the single sign-on up, an employee comes in with one click, and it becomes the only way',
  },
  ConnectCaldavDialog: { reason: 'asks for a password, which is never kept' },
  AddPasskey: { reason: 'asks for a password, which is never kept' },
  ConfirmIdentityDialog: { reason: 'asks for a password, which is never kept' },
  EnforcementForm: {
    test: 'An admin sets the single sign-on up, an employee comes in with one click, and it becomes the only way',
  },
  PasswordForm: { reason: 'asks for a password, which is never kept' },
  SetUpTwoFactor: { reason: 'asks for a password, which is never kept' },
  StopTwoFactor: { reason: 'asks for a password, which is never kept' },
  RegisterForm: { reason: 'asks for a password, which is never kept' },
  NewLinkForm: { reason: 'one address of a person who is not signed in' },
  CompleteForm: { reason: 'asks for a password, which is never kept' },
  BookForBrokerDialog: {
    test: 'A free time of the week is booked for a broker by keys, and is listed in the brief of the BDM',
  },
  BulkActions: { reason: 'shows the forms of bulk changes, which are BulkForm' },
}

/** A device, as its browser subscribed it. */
export interface PushTarget {
  /** Address at the push service of the browser's maker. */
  endpoint: string
  /** Keys of the device, for which messages are encrypted. */
  p256dh: string
  auth: string
}

/** Contents of a notification on a device. It names no person: the push service and lock screens are not ours. */
export interface PushMessage {
  title: string
  body: string
  /** The screen that a click opens. */
  path: string
  /** A later message with the same tag replaces this one. */
  tag: string
}

/** Sends push messages to devices. */
export interface Push {
  /** Identifies this installation to push services; a browser subscribes with it. */
  publicKey: string
  /** @returns 'gone' where the subscription has ended @throws Error if the push service did not take the message */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>
}

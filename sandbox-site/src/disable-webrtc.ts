/**
 * Takes WebRTC away from this page. It reaches other machines past the policy's connect-src, and browsers do not all
 * know a directive against it. Nothing here needs it. Imported first, before anything else runs.
 */
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'RTCIceTransport']) {
  Reflect.deleteProperty(globalThis, name)
}

export {}

package headers

import "strings"

// features are the powers that a page can hand out or keep, as Chromium names them. Client hints are not in the list:
// they tell a server something about the browser and give code no power.
var features = []string{
	"accelerometer", "aria-notify", "autoplay", "browsing-topics", "camera", "captured-surface-control", "clipboard-read",
	"clipboard-write", "compute-pressure", "cross-origin-isolated", "deferred-fetch", "deferred-fetch-minimal",
	"digital-credentials-create", "digital-credentials-get", "display-capture", "encrypted-media", "fullscreen",
	"gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get", "idle-detection", "keyboard-map",
	"language-detector", "language-model", "local-fonts", "local-network", "local-network-access", "loopback-network",
	"magnetometer", "media-playback-while-not-visible", "microphone", "midi", "on-device-speech-recognition",
	"otp-credentials", "payment", "picture-in-picture", "private-state-token-issuance",
	"private-state-token-redemption", "publickey-credentials-create", "publickey-credentials-get", "screen-wake-lock",
	"serial", "speaker-selection", "storage-access", "summarizer", "sync-xhr", "translator", "unload", "usb",
	"window-management", "xr-spatial-tracking",
}

// Permissions gives a Permissions-Policy that denies every feature to everybody, except the allowed ones, which the
// page itself may use and no frame in it.
func Permissions(allowed ...string) string {
	own := make(map[string]bool, len(allowed))
	for _, name := range allowed {
		own[name] = true
	}
	parts := make([]string, len(features))
	for i, name := range features {
		parts[i] = name + "=()"
		if own[name] {
			parts[i] = name + "=(self)"
		}
	}
	return strings.Join(parts, ", ")
}

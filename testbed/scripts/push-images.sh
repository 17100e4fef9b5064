#!/bin/bash
# push-images.sh NAMESPACE REGISTRY: makes the testbed's tiny images and pushes them; prints "NAME TAG DIGEST" for each.
# All share one layer with a static busybox; they differ in a few bytes of content and in how they run. They are put
# together by hand, which takes less time than starting a build tool, and pushed by plain HTTP.
set -euo pipefail
namespace=$1 registry=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
architecture=$(dpkg --print-architecture)

curl_inside() {
  nsenter --net="$namespace" curl --silent --show-error --fail --noproxy '*' --max-time 20 "$@"
}

digest_of() { # FILE
  echo "sha256:$(sha256sum "$1" | cut -d' ' -f1)"
}

push_blob() { # NAME FILE
  local location
  location=$(curl_inside --request POST --output /dev/null --write-out '%header{location}' "http://$registry/v2/$1/blobs/uploads/")
  curl_inside --request PUT --header 'Content-Type: application/octet-stream' --upload-file "$2" \
    "$location&digest=$(digest_of "$2")"
}

make_layer() { # FOLDER -> FOLDER.tar, FOLDER.tar.gz; the same bytes each time, so the digests can be relied on
  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$1" -cf "$1.tar" .
  gzip -n -1 -c "$1.tar" >"$1.tar.gz"
}

descriptor() { # TYPE FILE
  jq -nc --arg type "$1" --arg digest "$(digest_of "$2")" --argjson size "$(stat -c %s "$2")" \
    '{mediaType: $type, size: $size, digest: $digest}'
}

# Docker's format and not OCI's: only it knows health checks.
push_image() { # NAME TAG CONFIG
  local name=$1 tag=$2 layers=() layer
  mkdir -p "$work/$tag/www"
  echo "$tag" >"$work/$tag/www/index.html"
  make_layer "$work/$tag"
  jq -nc --arg architecture "$architecture" --argjson config "$3" \
    --arg base "$(digest_of "$work/base.tar")" --arg content "$(digest_of "$work/$tag.tar")" \
    '{architecture: $architecture, os: "linux", created: "1970-01-01T00:00:00Z", config: $config,
      rootfs: {type: "layers", diff_ids: [$base, $content]}, history: [{}, {}]}' >"$work/config.json"
  for layer in base "$tag"; do
    push_blob "$name" "$work/$layer.tar.gz"
    layers+=("$(descriptor application/vnd.docker.image.rootfs.diff.tar.gzip "$work/$layer.tar.gz")")
  done
  push_blob "$name" "$work/config.json"
  jq -nc --argjson config "$(descriptor application/vnd.docker.container.image.v1+json "$work/config.json")" \
    --argjson base "${layers[0]}" --argjson content "${layers[1]}" \
    '{schemaVersion: 2, mediaType: "application/vnd.docker.distribution.manifest.v2+json", config: $config,
      layers: [$base, $content]}' >"$work/manifest.json"
  curl_inside --request PUT --header 'Content-Type: application/vnd.docker.distribution.manifest.v2+json' \
    --data-binary "@$work/manifest.json" "http://$registry/v2/$name/manifests/$tag"
  echo "$name $tag $(digest_of "$work/manifest.json")"
}

mkdir -p "$work/base/bin" "$work/base/tmp"
cp /bin/busybox "$work/base/bin/"
for applet in sh sleep echo cat ls ps id env httpd wget true false; do
  ln -s busybox "$work/base/bin/$applet"
done
make_layer "$work/base"

web='"Env": ["PATH=/bin"], "Cmd": ["httpd", "-f", "-p", "8080", "-h", "/www"], "StopSignal": "SIGKILL"'
second=1000000000
for tag in v1 v2; do
  push_image web "$tag" "{$web}"
  push_image healthy "$tag" "{$web, \"Healthcheck\": {\"Test\": [\"CMD\", \"wget\", \"-q\", \"-O-\", \"http://127.0.0.1:8080/\"], \"Interval\": $second, \"Retries\": 2}}"
  push_image sick "$tag" "{$web, \"Healthcheck\": {\"Test\": [\"CMD\", \"false\"], \"Interval\": $second, \"Retries\": 1}}"
  push_image sleeper "$tag" '{"Env": ["PATH=/bin"], "Cmd": ["sh", "-c", "trap \"exit 0\" TERM; sleep 1000000 & wait"]}'
  push_image keeper "$tag" '{"Env": ["PATH=/bin"], "Volumes": {"/data": {}}, "Cmd": ["sh", "-c", "trap \"exit 0\" TERM; sleep 1000000 & wait"]}'
  push_image quitter "$tag" '{"Env": ["PATH=/bin"], "Cmd": ["sh", "-c", "echo leaving; exit 3"]}'
done
